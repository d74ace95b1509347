/**
 * A place in a payload as error messages spell it: `payload["alerts"][0]`.
 *
 * Source: protocol notes 1.2.
 */
export function payloadPath(keys: readonly (string | number)[]): string {
  return 'payload' + keys.map((key) => `[${JSON.stringify(key)}]`).join('')
}
