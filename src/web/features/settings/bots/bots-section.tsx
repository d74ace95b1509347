import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Icon } from '../../../ui/icon/icon'
import { AddBot } from './add-bot'
import { BotCard } from './bot-card'
import { kindsFor } from './rights'
import styles from './bots.module.css'

/** The reader's own bots: create, edit, API keys. */
export function BotsSection() {
  const { store } = useApp()
  const isAdding = useSignal(false)
  const adder = useRef<HTMLButtonElement>(null)
  const ownId = store.read('user_id')
  const own = store.read('realm_bots').filter(({ owner_id: owner }) => owner === ownId)
  const active = own.filter((bot) => bot.is_active)
  const ended = own.filter((bot) => !bot.is_active)
  const canAdd = kindsFor(store).length > 0

  // After the form closes, focus returns to the button that opened it.
  const wasAdding = useRef(false)
  useLayoutEffect(() => {
    if (wasAdding.current && !isAdding.value) adder.current?.focus()
    wasAdding.current = isAdding.value
  }, [isAdding.value])

  return (
    <>
      <p>{t.bots.about}</p>
      {!canAdd && <p>{t.bots.mayNot}</p>}
      {canAdd && isAdding.value && <AddBot onClose={() => (isAdding.value = false)} />}
      {canAdd && !isAdding.value && (
        <div>
          <button
            ref={adder}
            type="button"
            class="button primary"
            onClick={() => (isAdding.value = true)}
          >
            <Icon name="plus" />
            {t.bots.add}
          </button>
        </div>
      )}
      <h3>{t.bots.own}</h3>
      {active.length === 0 && <p>{ended.length > 0 ? t.bots.noneActive : t.bots.noneOwn}</p>}
      <ul role="list" class={styles['bots']}>
        {active.map((bot) => (
          <BotCard key={bot.user_id} bot={bot} />
        ))}
      </ul>
      {ended.length > 0 && (
        <>
          <h3>{t.bots.inactive}</h3>
          <ul role="list" class={styles['bots']}>
            {ended.map((bot) => (
              <BotCard key={bot.user_id} bot={bot} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}
