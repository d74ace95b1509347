import { send } from './call'
import type { Arguments, Method } from './call'

/**
 * One call of the API with a file in a part of any name; otherwise as `call`.
 * @throws as `call`. Source: docs/protocol/requests.md#any-part-name.
 */
export async function callWithFile<T>(
  method: Method,
  path: string,
  args: Arguments,
  file: { content: Blob; name: string },
): Promise<T> {
  const form = new FormData()
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  form.set('file', file.content, file.name)
  return send<T>(`/json${path}`, { method, body: form })
}
