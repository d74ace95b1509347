import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'

const daySeconds = 86_400

/** Tells a reader without a second factor how long the organization still goes without. */
export function SecondFactorNotice() {
  const { store } = useApp()
  const whom = store.read('realm_two_factor_required')
  const isAsked = whom === 'all' || (whom === 'administrators' && store.read('is_admin'))
  /** Unix time; undefined: nothing to tell. */
  const dueAt = useSignal<number | undefined>(undefined)

  useEffect(() => {
    dueAt.value = undefined
    if (!isAsked) return
    call('GET /json/second_factor').then(
      ({ since, due_at: due }) => {
        if (since === null && due !== null) dueAt.value = due
      },
      // The app works without the notice.
      () => undefined,
    )
  }, [isAsked])

  if (dueAt.value === undefined) return null
  const days = Math.ceil((dueAt.value - Date.now() / 1_000) / daySeconds)
  return (
    <p class="notice" role="status">
      {days > 0 ? t.secondFactor.dueIn(days) : t.secondFactor.overdue}{' '}
      <a href="#settings/account">{t.secondFactor.setUp}</a>
    </p>
  )
}
