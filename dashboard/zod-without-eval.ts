/**
 * By default zod compiles validators with `new Function`. Our content security policy forbids that, and
 * browsers report the attempt. This turns it off before any page loads zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
