import { importReaders } from './import-readers'
import { mailReaders } from './mail-readers'
import { messageReaders } from './message-readers'
import { requestReaders } from './request-readers'
import type { TextReader } from './text-reader'
import { webhookReaders } from './webhook-readers'

/** All readers of texts from outside; add new ones to the file of their kind. */
export function textReaders(): TextReader[] {
  return [
    ...messageReaders,
    ...mailReaders,
    ...requestReaders,
    ...importReaders,
    ...webhookReaders(),
  ]
}
