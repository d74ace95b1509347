import type { App } from '../../context/app'
import { copyText } from '../../data/clipboard/copy-text'
import type { Message } from '../../data/records/message'
import * as t from '../../texts/catalog'

/** Copies the text of a message as the feed shows it. */
export async function copyMessage(
  { toasts }: Pick<App, 'toasts'>,
  message: Message,
): Promise<void> {
  const row = document.querySelector(`[data-message-id="${message.id}"]`)
  const content = row?.querySelector<HTMLElement>('[data-content]')
  try {
    await copyText(content?.innerText ?? '')
    toasts.say(t.passingOn.textCopied)
  } catch (error) {
    toasts.fail(t.passingOn.copyFailed, error)
  }
}
