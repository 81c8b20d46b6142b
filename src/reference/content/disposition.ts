/** The file name in `attachment; filename="name.png"`, without folders. */
export function fileName(disposition: string | undefined): string | undefined {
  const match = /filename\*?=(?:UTF-8'')?(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '');
  const name = match?.[1] ?? match?.[2];
  if (name === undefined) return undefined;
  return name.split(/[\\/]/).pop()?.slice(0, 200);
}
