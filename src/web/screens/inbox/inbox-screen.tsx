import { t } from '../../i18n/t'

/** What is unread, by conversation. */
export function InboxScreen() {
  return <h1>{t.views.inbox}</h1>
}
