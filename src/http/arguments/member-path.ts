/** Keys from an argument to a place inside its value: list indexes and object keys. */
export type MemberPath = readonly (string | number)[]

/** `subscriptions[0]["name"]`: how messages spell a place. Source: protocol notes 1.2. */
export function spellPath(name: string, path: MemberPath): string {
  return path.reduce<string>(
    (spelled, key) =>
      typeof key === 'number' ? `${spelled}[${key}]` : `${spelled}[${JSON.stringify(key)}]`,
    name,
  )
}

/** A JSON pointer as keys; only the value it points into tells an index from a name of digits. */
export function keysOfPointer(pointer: string, value: unknown): (string | number)[] {
  let node = value
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
      const isIndex = Array.isArray(node)
      node = (node as Record<string, unknown>)[key]
      return isIndex ? Number(key) : key
    })
}
