/** Runs `work` with this `CHROME_PATH`. Undefined: without one. */
export async function withChromePath<Result>(
  path: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = process.env.CHROME_PATH;
  set(path);
  try {
    return await work();
  } finally {
    set(before);
  }
}

function set(path: string | undefined): void {
  if (path === undefined) delete process.env.CHROME_PATH;
  else process.env.CHROME_PATH = path;
}
