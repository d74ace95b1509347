import { useSignal } from '@preact/signals'
import * as t from '../../../texts/catalog'
import { Avatar } from '../../../parts/avatar/avatar'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { DownloadButton } from '../../../parts/copy-button/download-button'
import { zuliprcOf } from '../../../parts/copy-button/zuliprc'
import { Icon } from '../../../ui/icon/icon'
import type { Bot } from '../../../data/records/state'
import { incomingWebhook, outgoingWebhook, serviceOf } from './bot-kinds'
import { BotDialogs } from './bot-dialogs'
import type { BotDialog } from './bot-dialogs'
import styles from './bots.module.css'

/** One of the reader's own bots, with its actions. */
export function BotCard({ bot }: { bot: Bot }) {
  const isShown = useSignal(false)
  const open = useSignal<BotDialog | undefined>(undefined)
  const { full_name: name, email, api_key: key, is_active: isActive, bot_type: type } = bot
  const avatar = { ...bot, avatar_url: bot.avatar_url }
  const button = (dialog: BotDialog, text: string, isDangerous = false) => (
    <button
      type="button"
      class={`button ${isDangerous ? 'danger' : ''}`}
      onClick={() => (open.value = dialog)}
    >
      {text}
    </button>
  )

  return (
    <li class={styles['bot']} aria-label={name}>
      <div class={styles['who']}>
        <Avatar user={avatar} />
        <div>
          <strong class={styles['name']}>{name}</strong>
          <span class={styles['more']}>
            {t.bots.kinds[type as 1]} · {email}
          </span>
          {type === outgoingWebhook && (
            <span class={styles['more']}>{serviceOf(bot)?.base_url}</span>
          )}
        </div>
      </div>
      {isActive && isShown.value && (
        <code class={styles['key']} aria-label={t.bots.key}>
          {key}
        </code>
      )}
      <div class={styles['buttons']}>
        {isActive ? (
          <>
            <button
              type="button"
              class="button"
              aria-expanded={isShown.value}
              onClick={() => (isShown.value = !isShown.value)}
            >
              <Icon name={isShown.value ? 'eye-off' : 'eye'} />
              {isShown.value ? t.bots.hideKey : t.bots.showKey}
            </button>
            <CopyButton text={key ?? ''} label={t.bots.copyKey} />
            <DownloadButton
              name={t.bots.file(email.split('@', 1)[0] ?? '')}
              text={zuliprcOf({ email, api_key: key ?? '' })}
              label={t.bots.download}
            />
            {type === incomingWebhook && button('webhook', t.bots.webhookAddress)}
            {button('edit', t.bots.edit)}
            {button('regenerate', t.bots.regenerate)}
            {button('deactivate', t.bots.deactivate, true)}
          </>
        ) : (
          button('reactivate', t.bots.reactivate)
        )}
      </div>
      <BotDialogs bot={bot} open={open} />
    </li>
  )
}
