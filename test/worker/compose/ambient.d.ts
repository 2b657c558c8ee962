declare module 'node:vm' {
  export function runInThisContext(source: string): unknown;
}

declare module '*.json?raw' {
  const text: string;
  export default text;
}
