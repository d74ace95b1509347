import { call } from '../api/call'

/** Fetches the Markdown source of a message. @throws as `call` */
export async function fetchSource(messageId: number): Promise<string> {
  const { raw_content: text } = await call('GET /messages/{message_id}', { message_id: messageId })
  return text
}
