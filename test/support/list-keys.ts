/** Keys of all objects. */
export async function listKeys(bucket: R2Bucket): Promise<string[]> {
  const keys: string[] = [];
  let page = await bucket.list();
  for (;;) {
    keys.push(...page.objects.map(({ key }) => key));
    if (!page.truncated) return keys;
    page = await bucket.list({ cursor: page.cursor });
  }
}
