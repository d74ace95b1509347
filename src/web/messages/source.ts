import { call } from '../api/call'

/** What was typed, from which the server made a message. @throws as `call` */
export async function fetchSource(messageId: number): Promise<string> {
  const { raw_content: text } = await call<{ raw_content: string }>('GET', `/messages/${messageId}`)
  return text
}
