/** The value of a cookie in a Cookie header; undefined without it. Of cookies with one name, the first. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  const beginning = `${name}=`
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(beginning))?.slice(beginning.length)
}
