/**
 * An argument of the protocol that is refused until what it asks for is built. Others that are not
 * built are only listed in the answer; but whoever sends this one relies on it: that something is
 * restricted, protected, delayed or deleted.
 */
export interface UnbuiltArgument {
  /** The value that says what is so anyway: it is no lie to take it. */
  readonly isSoAnyway: (raw: string) => boolean
}

/** Unbuilt arguments by name. */
export type UnbuiltArguments = Readonly<Record<string, UnbuiltArgument>>

/** Declares arguments that are refused whatever they say. */
export function unbuilt(...names: readonly string[]): UnbuiltArguments {
  return unbuiltUnless(() => false, ...names)
}

/** Declares arguments that may say what is so anyway, and nothing else. */
export function unbuiltUnless(
  isSoAnyway: UnbuiltArgument['isSoAnyway'],
  ...names: readonly string[]
): UnbuiltArguments {
  return Object.fromEntries(names.map((name) => [name, { isSoAnyway }]))
}

/** Tells whether an argument is one of these values, as it is or in JSON, in any letter case. */
export function says(...values: readonly (string | number | boolean)[]) {
  const texts = new Set(values.flatMap((value) => [String(value), JSON.stringify(value)]))
  return (raw: string): boolean => texts.has(raw.trim().toLowerCase())
}
