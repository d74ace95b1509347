import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { textOf } from '../../../ui/form/text-of'
import { Loading } from '../../../ui/loaded/loading'
import type { Provider } from './kinds'
import styles from './identity-providers.module.css'

type Report = AnswerOf<'POST /realm/identity_providers/{slug}/test'>

/** Asks the provider for its configuration, and shows the last refused logins. */
export function ProviderTest({ provider: { slug, kind } }: { provider: Provider }) {
  const { store } = useApp()
  const report = useSignal<Report | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']

  async function test(person = ''): Promise<void> {
    refusal.value = undefined
    try {
      report.value = await call('POST /realm/identity_providers/{slug}/test', { slug, person })
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }
  useEffect(() => void test(), [])

  const { value } = report
  if (!value) return <Loading refusal={refusal.value} onRetry={() => void test()} />
  return (
    <>
      {value.fault === null ? (
        <p class="notice" role="status">
          {value.people === null
            ? t.identityProviders.answers(value.issuer ?? '')
            : t.identityProviders.directory.answers(value.people)}
        </p>
      ) : (
        <p class="notice bad" role="alert">
          {t.identityProviders.fault} {value.fault}
        </p>
      )}
      {kind === 'ldap' ? (
        <PersonForm person={value.person} onFind={(name) => void test(name)} />
      ) : (
        <p>
          <a href={`/accounts/login/social/${slug}?trial=1`} target="_blank" rel="noopener">
            {t.identityProviders.trial}
          </a>
        </p>
      )}
      <h3>{t.identityProviders.refusals}</h3>
      {value.refusals.length === 0 && <p>{t.identityProviders.noRefusals}</p>}
      <ul>
        {value.refusals.map(({ reason, timestamp }, index) => (
          <li key={index}>
            {shortTime(timestamp, is24Hour)}: {reason}
          </li>
        ))}
      </ul>
    </>
  )
}

interface PersonFormProps {
  person: Report['person']
  onFind: (name: string) => void
}

/** Looks for a person in the directory, and shows their attributes. */
function PersonForm({ person, onFind }: PersonFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onFind(textOf(new FormData(event.currentTarget), 'person'))
      }}
    >
      <label>
        {t.identityProviders.directory.person}
        <input class="field" name="person" maxLength={256} autocomplete="off" />
      </label>
      <button class="button">{t.identityProviders.directory.find}</button>
      {person?.is_kept_out && (
        <p class="notice bad" role="alert">
          {t.identityProviders.directory.keptOut}
        </p>
      )}
      {person && (
        <dl class={styles['attributes']}>
          {Object.entries(person.claims).map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{[value].flat().join(', ')}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </form>
  )
}
