import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AuditEntry } from '../../../../shared/audit-log'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { Icon } from '../../../ui/icon/icon'
import { Loading } from '../../../ui/loaded/loading'
import { PersonFinder } from '../../../parts/person-finder/person-finder'
import { Table } from '../../../ui/table/table'
import { Actor, Affected, Changes } from './cells'
import styles from './audit-log.module.css'

const pageSize = 50

interface Page {
  entries: readonly AuditEntry[]
  isWhole: boolean
}

/** Administrative acts, newest first, by kind and by the person who did them; for owners. */
export function AuditLog() {
  const { store } = useApp()
  const act = useSignal('')
  const actorId = useSignal<number | undefined>(undefined)
  const page = useSignal<Page | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isLoading = useSignal(false)
  const tries = useSignal(0)
  const [wantedAct, wantedId] = [act.value, actorId.value]

  const load = async (before?: number): Promise<Page> => {
    const answer = await call('GET /audit_log', {
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
      ...(wantedAct === '' ? {} : { act: wantedAct }),
      ...(wantedId === undefined ? {} : { acting_user_id: wantedId }),
    })
    return { entries: answer.entries, isWhole: answer.found_oldest }
  }

  useEffect(() => {
    let isWanted = true
    page.value = undefined
    refusal.value = undefined
    load().then(
      (loaded) => isWanted && (page.value = loaded),
      (error: unknown) => isWanted && (refusal.value = reasonOf(error)),
    )
    return () => {
      isWanted = false
    }
  }, [wantedAct, wantedId, tries.value])

  const shown = page.value
  const loadOlder = async (): Promise<void> => {
    if (!shown || isLoading.value) return
    isLoading.value = true
    try {
      const older = await load(shown.entries.at(-1)?.id)
      // Another filter may have been chosen meanwhile.
      if (page.value === shown) {
        page.value = { ...older, entries: [...shown.entries, ...older.entries] }
      }
    } catch (error) {
      refusal.value = reasonOf(error)
    } finally {
      isLoading.value = false
    }
  }

  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  return (
    <>
      <p>{t.auditLog.about}</p>
      <div class={styles['filters']}>
        <select
          class="field"
          aria-label={t.auditLog.act}
          value={act.value}
          onChange={(event) => (act.value = event.currentTarget.value)}
        >
          <option value="">{t.auditLog.everyAct}</option>
          {Object.entries(t.auditLog.acts).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {wantedId === undefined ? (
          <PersonFinder
            label={t.auditLog.byPerson}
            without={new Set()}
            onChoose={(userId) => (actorId.value = userId)}
          />
        ) : (
          <button type="button" class="button" onClick={() => (actorId.value = undefined)}>
            {t.auditLog.onlyBy(store.user(wantedId)?.full_name ?? `#${wantedId}`)}
            <Icon name="x" />
          </button>
        )}
      </div>
      {!shown || refusal.value !== undefined ? (
        <Loading refusal={refusal.value} onRetry={() => (tries.value += 1)} />
      ) : (
        <Table
          label={t.auditLog.title}
          rows={shown.entries}
          keyOf={({ id }) => id}
          nameOf={(entry) => t.auditLog.acts[entry.act] ?? entry.act}
          columns={[
            {
              key: 'time',
              title: t.auditLog.time,
              cell: (entry) => shortTime(entry.time, is24Hour),
              width: '11rem',
            },
            {
              key: 'actor',
              title: t.auditLog.actor,
              cell: (entry) => <Actor entry={entry} />,
              width: '9rem',
            },
            {
              key: 'act',
              title: t.auditLog.act,
              cell: (entry) => (
                <>
                  {t.auditLog.acts[entry.act] ?? entry.act}
                  <Affected entry={entry} />
                </>
              ),
            },
            { key: 'changes', title: t.auditLog.changes, cell: (entry) => <Changes {...entry} /> },
          ]}
          none={t.auditLog.none}
        />
      )}
      {shown && !shown.isWhole && (
        <button
          type="button"
          class="button"
          disabled={isLoading.value}
          onClick={() => void loadOlder()}
        >
          {t.auditLog.older}
        </button>
      )}
    </>
  )
}
