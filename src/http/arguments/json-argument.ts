import { InvalidArgumentError, NotJsonArgumentError } from '../errors'

/** No argument of the protocol nests deeper than a handful of levels. */
const MAX_DEPTH = 32

/**
 * Parses the text of an argument that holds JSON.
 *
 * @throws NotJsonArgumentError when it does not parse, and for an empty text
 * @throws InvalidArgumentError when it nests too deeply: found before parsing, so that nothing that
 * walks the value later can run out of stack
 */
export function parseJsonArgument(raw: string, name: string): unknown {
  if (jsonDepth(raw) > MAX_DEPTH) {
    throw new InvalidArgumentError(`${name} is nested too deeply (limit: ${MAX_DEPTH} levels)`)
  }
  try {
    return JSON.parse(raw)
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotJsonArgumentError(name)
    throw error
  }
}

/** How deep the lists and objects of a JSON text nest. */
function jsonDepth(raw: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < raw.length; i++) {
    const character = raw[i]
    if (inText) {
      if (character === '\\') i++
      else if (character === '"') inText = false
    } else if (character === '"') {
      inText = true
    } else if (character === '[' || character === '{') {
      deepest = Math.max(deepest, ++depth)
    } else if (character === ']' || character === '}') {
      depth--
    }
  }
  return deepest
}
