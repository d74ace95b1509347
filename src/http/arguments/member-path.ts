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
