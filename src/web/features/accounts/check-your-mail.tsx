import { useSignal } from '@preact/signals'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { AccountDoor, LogInLink, WithAddress } from './account-pages'
import styles from './accounts.module.css'

interface LookIntoMailProps {
  organization: Organization | undefined | null
  address: string
  /** Text of the page, with the address in its middle. */
  texts: readonly string[]
  onSendAgain: () => Promise<unknown>
  onOtherAddress: () => void
}

/** Page after a mail was sent: send it again, or use another address. */
export function LookIntoMail(props: LookIntoMailProps) {
  const { organization, address, texts, onSendAgain, onOtherAddress } = props
  const news = useSignal<{ text: string; isBad: boolean } | undefined>(undefined)
  const isBusy = useSignal(false)

  async function sendAgain(): Promise<void> {
    isBusy.value = true
    news.value = undefined
    try {
      await onSendAgain()
      news.value = { text: t.accounts.sentAgain, isBad: false }
    } catch (error) {
      news.value = { text: reasonOf(error), isBad: true }
    }
    isBusy.value = false
  }

  return (
    <AccountDoor
      organization={organization}
      title={t.accounts.look}
      lead={<WithAddress texts={texts} address={address} />}
      ways={<LogInLink />}
      isAnswer
    >
      <div class={styles['form']}>
        <p>{t.accounts.nothingCame}</p>
        <button class="button" disabled={isBusy.value} onClick={() => void sendAgain()}>
          {t.accounts.sendAgain}
        </button>
        <button class="button" onClick={onOtherAddress}>
          {t.accounts.otherAddress}
        </button>
        <div role="status">
          {news.value && <p class={`notice ${news.value.isBad ? 'bad' : ''}`}>{news.value.text}</p>}
        </div>
      </div>
    </AccountDoor>
  )
}
