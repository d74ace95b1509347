import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { Loading } from '../../../ui/loaded/loading'
import { Table } from '../../../ui/table/table'
import styles from './personal.module.css'

type Session = AnswerOf<'GET /json/sessions'>['sessions'][number]

/** The reader's sessions; each can be ended here. */
export function Sessions() {
  const { store, toasts } = useApp()
  const sessions = useSignal<readonly Session[] | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']

  async function look(): Promise<void> {
    try {
      sessions.value = (await call('GET /json/sessions')).sessions
    } catch (error) {
      if (!sessions.peek()) refusal.value = reasonOf(error)
    }
  }

  // No event reports sessions, so the list is fetched again when the window gets the focus.
  useEffect(() => {
    void look()
    const done = new AbortController()
    addEventListener('focus', () => void look(), { signal: done.signal })
    return () => done.abort()
  }, [])

  async function attempt(ending: Promise<unknown>): Promise<void> {
    try {
      await ending
      await look()
    } catch (error) {
      toasts.fail(t.account.notEnded, error)
    }
  }

  if (!sessions.value) return <Loading refusal={refusal.value} onRetry={() => void look()} />
  const others = sessions.value.filter((one) => !one.is_current)
  return (
    <Table
      label={t.account.sessions}
      rows={sessions.value}
      keyOf={({ id }) => id}
      nameOf={({ browser, ip_address: address }) => `${browser} ${address}`}
      tools={
        others.length > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => void attempt(call('DELETE /json/sessions'))}
          >
            {t.account.endOthers}
          </button>
        )
      }
      columns={[
        {
          key: 'browser',
          title: t.account.browser,
          sortBy: ({ browser }) => browser,
          cell: ({ browser, is_current: isCurrent }) => (
            <>
              {browser}
              {isCurrent && <strong class={styles['mark']}> {t.account.thisOne}</strong>}
            </>
          ),
        },
        {
          key: 'address',
          title: t.account.ipAddress,
          sortBy: ({ ip_address: address }) => address,
          cell: ({ ip_address: address }) => address,
        },
        {
          key: 'used',
          title: t.account.lastUsed,
          sortBy: ({ last_used_at: at }) => at,
          cell: ({ last_used_at: at }) => shortTime(at, is24Hour),
        },
        {
          key: 'tools',
          title: t.table.actions,
          isTools: true,
          width: '4.5rem',
          cell: (session) =>
            !session.is_current && (
              <button
                type="button"
                class="button"
                aria-label={t.account.endOf(session.browser)}
                onClick={() =>
                  void attempt(
                    call('DELETE /json/sessions/{session_id}', { session_id: session.id }),
                  )
                }
              >
                {t.account.end}
              </button>
            ),
        },
      ]}
    />
  )
}
