import { call } from '../api/call'

/** Fetches the Markdown source of a message. @throws as `call` */
export async function fetchSource(messageId: number): Promise<string> {
  const { raw_content: text } = await call<{ raw_content: string }>('GET', `/messages/${messageId}`)
  return text
}
