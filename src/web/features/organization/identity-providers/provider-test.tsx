import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { Loading } from '../../../ui/loaded/loading'
import type { Provider } from './kinds'

type Report = AnswerOf<'POST /realm/identity_providers/{slug}/test'>

/** Asks the provider for its configuration, and shows the last refused logins. */
export function ProviderTest({ provider: { slug } }: { provider: Provider }) {
  const { store } = useApp()
  const report = useSignal<Report | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']

  async function test(): Promise<void> {
    refusal.value = undefined
    try {
      report.value = await call('POST /realm/identity_providers/{slug}/test', { slug })
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
          {t.identityProviders.answers(value.issuer ?? '')}
        </p>
      ) : (
        <p class="notice bad" role="alert">
          {t.identityProviders.fault} {value.fault}
        </p>
      )}
      <p>
        <a href={`/accounts/login/social/${slug}?trial=1`} target="_blank" rel="noopener">
          {t.identityProviders.trial}
        </a>
      </p>
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
