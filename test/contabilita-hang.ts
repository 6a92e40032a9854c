// A process that never ends, in place of the one of the worker accounting.
for (;;) Math.random();
