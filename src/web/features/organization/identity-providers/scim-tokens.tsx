import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import { Loading } from '../../../ui/loaded/loading'
import styles from './identity-providers.module.css'
import { ScimTokenForm } from './scim-token-form'

type Listed = AnswerOf<'GET /realm/scim_tokens'>
type Token = Listed['scim_tokens'][number]

/** The tokens with which directories manage accounts and groups; for owners. */
export function ScimTokens() {
  const listed = useSignal<Listed | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const open = useSignal<{ revoked: Token } | 'create' | undefined>(undefined)
  const close = () => (open.value = undefined)

  async function load(): Promise<void> {
    refusal.value = undefined
    try {
      listed.value = await call('GET /realm/scim_tokens')
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }
  useEffect(() => void load(), [])

  const found = listed.value
  if (!found) return <Loading refusal={refusal.value} onRetry={() => void load()} />
  const { base_url: address, scim_tokens: tokens } = found
  const shown = open.value
  return (
    <section aria-labelledby="scim-title">
      <h3 id="scim-title">{t.scimTokens.title}</h3>
      <p>{t.scimTokens.about}</p>
      <ul role="list" class={styles['list']} aria-labelledby="scim-title">
        {tokens.map((token) => (
          <Row key={token.id} token={token} onRevoke={() => (open.value = { revoked: token })} />
        ))}
      </ul>
      <button
        type="button"
        class={`button ${styles['add']}`}
        onClick={() => (open.value = 'create')}
      >
        {t.scimTokens.create}
      </button>
      {shown === 'create' && (
        <Dialog title={t.scimTokens.create} onClose={close} keepsOnClickBeside>
          <ScimTokenForm address={address} onCreated={() => void load()} onClose={close} />
        </Dialog>
      )}
      {typeof shown === 'object' && (
        <ConfirmDialog
          title={t.scimTokens.revokeOf(shown.revoked.name)}
          action={t.scimTokens.revoke}
          isDangerous
          onClose={close}
          onConfirm={async () => {
            const { id } = shown.revoked
            await call('DELETE /realm/scim_tokens/{token_id}', { token_id: id })
            await load()
          }}
        >
          <p>{t.scimTokens.revokeNote}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Row({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { store } = useApp()
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const { name, last_used: lastUsed } = token
  return (
    <li class={styles['provider']} aria-label={name}>
      <h4>{name}</h4>
      <p>
        {lastUsed === null
          ? t.scimTokens.unused
          : t.scimTokens.lastUsed(shortTime(lastUsed, is24Hour))}
      </p>
      <div class={styles['tools']}>
        <button type="button" class="button" onClick={onRevoke}>
          {t.scimTokens.revoke}
        </button>
      </div>
    </li>
  )
}
