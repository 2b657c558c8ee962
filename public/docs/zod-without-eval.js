// Scalar contains zod, which compiles validators with `new Function` by default. The content security policy forbids that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
