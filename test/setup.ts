import fc from 'fast-check';

// CI judges a change, not the dice: there the random cases are always the same ones
if (process.env['CI']) fc.configureGlobal({ seed: 20_261_121 });
