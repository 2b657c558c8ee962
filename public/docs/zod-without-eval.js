// Scalar has zod, which compiles validators with `new Function` unless it is told not to. The content security policy forbids that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
