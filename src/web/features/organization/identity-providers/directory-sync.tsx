import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import type { Provider } from './kinds'

/** Pause between looks at a sync that goes on. */
const lookPauseMs = 2_000

interface DirectorySyncProps {
  provider: Provider
  /** Loads the providers again. */
  onChanged: () => void
}

/** The last sync of a directory, and a button for the next one. */
export function DirectorySync({ provider, onChanged }: DirectorySyncProps) {
  const { store } = useApp()
  const refusal = useSignal<string | undefined>(undefined)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const { slug, last_sync: sync, is_enabled: isEnabled } = provider
  const isRunning = sync !== null && sync.finished_at === null
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(onChanged, lookPauseMs)
    return () => clearTimeout(timer)
  })

  async function begin(): Promise<void> {
    refusal.value = undefined
    try {
      await call('POST /realm/identity_providers/{slug}/sync', { slug })
      onChanged()
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  const texts = t.identityProviders.directory
  const { read = 0, made = 0, changed = 0, deactivated = 0, reactivated = 0 } = sync ?? {}
  return (
    <div>
      <p role="status">
        {!sync && texts.neverSynced}
        {isRunning && texts.syncing}
        {sync?.finished_at != null && texts.synced(shortTime(sync.finished_at, is24Hour))}{' '}
        {sync?.finished_at != null && sync.fault === undefined && (
          <>
            {texts.counts(read, made, changed)} {texts.ends(deactivated, reactivated)}
          </>
        )}
      </p>
      {[sync?.fault, sync?.refusal, refusal.value].map(
        (text) =>
          text !== undefined && (
            <p key={text} class="notice bad" role="alert">
              {text}
            </p>
          ),
      )}
      {sync?.faults?.map((fault) => (
        <p key={fault} class="row-note">
          {fault}
        </p>
      ))}
      {isEnabled && (
        <button type="button" class="button" disabled={isRunning} onClick={() => void begin()}>
          {texts.sync}
        </button>
      )}
    </div>
  )
}
