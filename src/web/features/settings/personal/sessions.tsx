import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { Dialog } from '../../../ui/dialog/dialog'
import { Loading } from '../../../ui/loaded/loading'
import { Table } from '../../../ui/table/table'
import { NamedKeyForm } from './named-key-form'
import styles from './personal.module.css'

type Session = AnswerOf<'GET /json/sessions'>['sessions'][number]
type NamedKey = AnswerOf<'GET /users/me/api_keys'>['api_keys'][number]

/** A row of the list: a session or a named key. */
interface Access {
  key: string
  name: string
  facts: string
  /** Unix time; null: never. */
  usedAt: number | null
  isCurrent: boolean
  /** Text and accessible name of the button that ends it. */
  end: [text: string, name: string]
  onEnd: () => Promise<unknown>
  failed: string
}

/** The reader's sessions and named API keys; each can be ended here. */
export function Sessions() {
  const { store, toasts } = useApp()
  const sessions = useSignal<readonly Session[] | undefined>(undefined)
  const keys = useSignal<readonly NamedKey[]>([])
  const refusal = useSignal<string | undefined>(undefined)
  const isMaking = useSignal(false)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const timeOf = (at: number) => shortTime(at, is24Hour)

  async function look(): Promise<void> {
    try {
      const [found, { api_keys: made }] = await Promise.all([
        call('GET /json/sessions'),
        call('GET /users/me/api_keys'),
      ])
      keys.value = made
      sessions.value = found.sessions
    } catch (error) {
      if (!sessions.peek()) refusal.value = reasonOf(error)
    }
  }

  // No event reports sessions and keys, so the list is fetched again when the window gets the focus.
  useEffect(() => {
    void look()
    const done = new AbortController()
    addEventListener('focus', () => void look(), { signal: done.signal })
    return () => done.abort()
  }, [])

  async function attempt(ending: () => Promise<unknown>, failed: string): Promise<void> {
    try {
      await ending()
      await look()
    } catch (error) {
      toasts.fail(failed, error)
    }
  }

  if (!sessions.value) return <Loading refusal={refusal.value} onRetry={() => void look()} />
  const hasOthers = sessions.value.some((one) => !one.is_current)
  return (
    <>
      <Table<Access>
        label={t.account.sessions}
        rows={[
          ...sessions.value.map(accessBySession),
          ...keys.value.map((key) => accessByKey(key, timeOf)),
        ]}
        keyOf={({ key }) => key}
        nameOf={({ name, facts }) => `${name} ${facts}`}
        tools={
          <>
            {hasOthers && (
              <button
                type="button"
                class="button"
                onClick={() =>
                  void attempt(() => call('DELETE /json/sessions'), t.account.notEnded)
                }
              >
                {t.account.endOthers}
              </button>
            )}
            <button type="button" class="button" onClick={() => (isMaking.value = true)}>
              {t.namedKeys.make}
            </button>
          </>
        }
        columns={[
          {
            key: 'browser',
            title: t.account.browser,
            sortBy: ({ name }) => name,
            cell: ({ name, isCurrent }) => (
              <>
                {name}
                {isCurrent && <strong class={styles['mark']}> {t.account.thisOne}</strong>}
              </>
            ),
          },
          {
            key: 'facts',
            title: t.account.ipAddress,
            sortBy: ({ facts }) => facts,
            cell: ({ facts }) => facts,
          },
          {
            key: 'used',
            title: t.account.lastUsed,
            sortBy: ({ usedAt }) => usedAt ?? 0,
            cell: ({ usedAt }) => (usedAt === null ? t.namedKeys.unused : timeOf(usedAt)),
          },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '5.5rem',
            cell: ({ isCurrent, end: [text, name], onEnd, failed }) =>
              !isCurrent && (
                <button
                  type="button"
                  class="button"
                  aria-label={name}
                  onClick={() => void attempt(onEnd, failed)}
                >
                  {text}
                </button>
              ),
          },
        ]}
      />
      {isMaking.value && (
        <Dialog
          title={t.namedKeys.make}
          onClose={() => (isMaking.value = false)}
          keepsOnClickBeside
        >
          <NamedKeyForm onMade={() => void look()} onClose={() => (isMaking.value = false)} />
        </Dialog>
      )}
    </>
  )
}

function accessBySession(session: Session): Access {
  const { id, browser, ip_address: address, last_used_at: usedAt, is_current: isCurrent } = session
  return {
    ...{ key: `session ${id}`, name: browser, facts: address, usedAt, isCurrent },
    end: [t.account.end, t.account.endOf(browser)],
    onEnd: () => call('DELETE /json/sessions/{session_id}', { session_id: id }),
    failed: t.account.notEnded,
  }
}

function accessByKey(key: NamedKey, timeOf: (at: number) => string): Access {
  const { id, name, scope, expires_at: expiry, last_used_at: usedAt } = key
  return {
    ...{ key: `key ${id}`, name, usedAt, isCurrent: false },
    facts: factsOf(t.namedKeys.scopes[scope], expiry, timeOf),
    end: [t.namedKeys.revoke, t.namedKeys.revokeOf(name)],
    onEnd: () => call('DELETE /users/me/api_keys/{key_id}', { key_id: id }),
    failed: t.namedKeys.notRevoked,
  }
}

function factsOf(rights: string, expiry: number | null, timeOf: (at: number) => string): string {
  if (expiry === null) return rights
  if (expiry * 1_000 <= Date.now()) return t.namedKeys.expired(rights)
  return t.namedKeys.facts(rights, timeOf(expiry))
}
