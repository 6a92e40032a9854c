import fc from 'fast-check';

// in CI a fixed seed makes property tests reproducible, so that a failure comes from the change
if (process.env['CI']) fc.configureGlobal({ seed: 20_261_121 });
