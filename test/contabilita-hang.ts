// Replacement for the process of the worker accounting that never ends, for specs of time limits.
for (;;) Math.random();
