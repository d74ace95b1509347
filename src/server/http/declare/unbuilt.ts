/**
 * An argument of the protocol that is refused because it is not implemented. Other unimplemented arguments
 * are only listed in the answer; but the sender of this one relies on it: it restricts, protects, delays or
 * deletes something.
 */
export interface UnbuiltArgument {
  /** Whether a value asks for the behavior that Parley has without the argument; it is then accepted. */
  readonly isSoAnyway: (raw: string) => boolean
}

/** Unimplemented arguments by name. */
export type UnbuiltArguments = Readonly<Record<string, UnbuiltArgument>>

/** Declares arguments that are refused with any value. */
export function unbuilt(...names: readonly string[]): UnbuiltArguments {
  return unbuiltUnless(() => false, ...names)
}

/** Declares arguments that are accepted only with values for the existing behavior. */
export function unbuiltUnless(
  isSoAnyway: UnbuiltArgument['isSoAnyway'],
  ...names: readonly string[]
): UnbuiltArguments {
  return Object.fromEntries(names.map((name) => [name, { isSoAnyway }]))
}

/** Whether an argument is one of these values, literally or in JSON, in any letter case. */
export function says(...values: readonly (string | number | boolean)[]) {
  const texts = new Set(values.flatMap((value) => [String(value), JSON.stringify(value)]))
  return (raw: string): boolean => texts.has(raw.trim().toLowerCase())
}
