import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import type { Bot } from '../../../data/records/state'
import { EditBot } from './edit-bot'
import { WebhookBuilder } from './webhook-builder'
import styles from './bots.module.css'

export type BotDialog = 'webhook' | 'edit' | 'regenerate' | 'deactivate' | 'reactivate'

/** Dialogs of a bot. */
export function BotDialogs({ bot, open }: { bot: Bot; open: Signal<BotDialog | undefined> }) {
  const { store } = useApp()
  const newKey = useSignal<string | undefined>(undefined)
  const { user_id: id, full_name: name } = bot
  const close = () => (open.value = undefined)
  if (newKey.value !== undefined) {
    return (
      <Dialog title={t.bots.newKey(name)} size="small" onClose={() => (newKey.value = undefined)}>
        <p>{t.bots.newKeyNote}</p>
        <p>
          <code class={styles['key']}>{newKey.value}</code>
        </p>
        <CopyButton text={newKey.value} label={t.bots.copyKey} />
      </Dialog>
    )
  }
  switch (open.value) {
    case 'edit':
      return (
        <Dialog title={t.bots.editOf(name)} onClose={close} keepsOnClickBeside>
          <EditBot bot={bot} onClose={close} />
        </Dialog>
      )
    case 'webhook':
      return (
        <Dialog title={t.bots.webhookAddressOf(name)} onClose={close} keepsOnClickBeside>
          <WebhookBuilder bot={bot} />
        </Dialog>
      )
    case 'regenerate':
      return (
        <ConfirmDialog
          title={t.bots.regenerateOf(name)}
          action={t.bots.regenerate}
          isDangerous
          onClose={close}
          onConfirm={async () => {
            const { api_key: key } = await call('POST /bots/{bot_id}/api_key/regenerate', {
              bot_id: id,
            })
            // Events tell owners the new key of their bots; other administrators see it only here.
            if (bot.owner_id !== store.state.user_id) newKey.value = key
          }}
        >
          <p>{t.bots.regenerateNote}</p>
        </ConfirmDialog>
      )
    case 'deactivate':
      return (
        <ConfirmDialog
          title={t.bots.deactivateOf(name)}
          action={t.bots.deactivate}
          isDangerous
          onClose={close}
          onConfirm={() => call('DELETE /bots/{bot_id}', { bot_id: id })}
        >
          <p>{t.bots.deactivateNote}</p>
        </ConfirmDialog>
      )
    case 'reactivate':
      return (
        <ConfirmDialog
          title={`${t.bots.reactivate}: ${name}`}
          action={t.bots.reactivate}
          onClose={close}
          onConfirm={() => call('POST /users/{user_id}/reactivate', { user_id: id })}
        >
          <p>{t.bots.reactivateNote}</p>
        </ConfirmDialog>
      )
    default:
      return null
  }
}
