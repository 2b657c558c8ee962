/**
 * zod builds its validators with `new Function` where it may. Our content security policy forbids that, and
 * browsers report the attempt: so it is told before any page brings it along, without loading it here.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
