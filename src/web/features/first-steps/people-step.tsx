import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../data/api/errors'
import { useApp } from '../../app/app'
import * as t from '../../texts/catalog'
import { CopyButton } from '../../ui/copy-button/copy-button'
import styles from './first-steps.module.css'

/** Setup step: creates an invitation link. */
export function PeopleStep() {
  const { navigation } = useApp()
  const link = useSignal<string | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const id = useId()

  async function make(): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      const { invite_link: made } = await call('POST /invites/multiuse', {
        stream_ids: [],
        include_realm_default_subscriptions: true,
      })
      link.value = made
    } catch (error) {
      refusal.value = reasonOf(error)
    }
    isBusy.value = false
  }

  return (
    <>
      <p>{t.firstSteps.peopleHint}</p>
      {link.value === undefined ? (
        <div>
          <button class="button primary" disabled={isBusy.value} onClick={() => void make()}>
            {t.firstSteps.makeLink}
          </button>
        </div>
      ) : (
        <div class={styles['link']}>
          <label for={id}>{t.firstSteps.link}</label>
          <input
            id={id}
            class="field"
            readOnly
            autofocus
            value={link.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton text={link.value} label={t.firstSteps.copyLink} />
        </div>
      )}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <a href={navigation.hrefOf({ view: 'organization', path: ['invitations'] })}>
        {t.firstSteps.morePeople}
      </a>
    </>
  )
}
