import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { unsubscribeKind } from './account-visit'
import { AccountDoor } from './account-pages'
import { LostLink } from './invalid-link'
import { useAccountForm } from './use-account-form'
import { isLost } from './use-key-check'
import styles from './accounts.module.css'

interface PageProps {
  organization: Organization | undefined | null
  accountKey: string
}

/** Ends mails of a kind by a click. Loading the page ends nothing, because mail scanners open links. */
export function UnsubscribePage({ organization, accountKey: key }: PageProps) {
  const kind = unsubscribeKind()
  const outcome = useSignal<'done' | 'lost' | undefined>(undefined)
  const form = useAccountForm([], async () => {
    try {
      await call('POST /accounts/unsubscribe', { key, type: kind })
      outcome.value = 'done'
    } catch (error) {
      if (!isLost(error)) throw error
      outcome.value = 'lost'
    }
  })

  if (outcome.value === 'lost') return <LostLink organization={organization} page="unsubscribe" />
  const goIn = <a href="/">{t.accounts.goIn(organization?.realm_name ?? t.accounts.here)}</a>
  if (outcome.value === 'done') {
    return (
      <AccountDoor
        organization={organization}
        title={t.unsubscribe.done[kind]}
        lead={<p>{t.unsubscribe.doneHint}</p>}
        ways={goIn}
        isAnswer
      />
    )
  }
  return (
    <AccountDoor
      organization={organization}
      title={t.unsubscribe.title[kind]}
      lead={<p>{t.unsubscribe.hint}</p>}
      ways={goIn}
    >
      <form class={styles['form']} onSubmit={form.onSubmit}>
        {form.refusal !== undefined && (
          <p class="notice bad" role="alert">
            {form.refusal}
          </p>
        )}
        <button class="button primary" disabled={form.isBusy} autofocus>
          {t.unsubscribe.stop}
        </button>
      </form>
    </AccountDoor>
  )
}
