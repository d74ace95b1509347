import type { AnswerOf, ArgumentsOf, EndpointName } from '../../../shared/calls'
import { requestOf, send } from './call'

/**
 * One call of the API with a file in a part of any name; otherwise as `call`.
 * @throws as `call`. Source: docs/protocol/requests.md#any-part-name.
 */
export async function callWithFile<E extends EndpointName>(
  endpoint: E,
  args: ArgumentsOf<E>,
  file: { content: Blob; name: string },
): Promise<AnswerOf<E>> {
  const { method, address, words } = requestOf(endpoint, args)
  const form = new FormData()
  for (const [name, value] of words) form.set(name, value)
  form.set('file', file.content, file.name)
  return send<AnswerOf<E>>(address, { method, body: form })
}
