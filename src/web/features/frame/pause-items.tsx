import { useApp } from '../../context/app'
import { pauses } from '../../data/notifications/pause'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { MenuGroup, MenuItem } from '../../ui/menu/menu'
import { usePause } from '../../parts/pause/use-pause'
import styles from './your-menu.module.css'

/** Items of the personal menu that pause notifications, or end the pause. */
export function PauseItems() {
  const { end, begin, resume } = usePause()
  const is24Hour = useApp().store.read('user_settings')['twenty_four_hour_time']
  if (end !== undefined) {
    return (
      <MenuItem icon="bell" onChoose={() => void resume()}>
        {t.pause.resume}
        <span class={styles['soft']}>{t.pause.until(laterTime(end, is24Hour))}</span>
      </MenuItem>
    )
  }
  return (
    <MenuGroup label={t.pause.title}>
      {pauses.map((pause) => (
        <MenuItem key={pause} icon="bell-off" onChoose={() => void begin(pause)}>
          {t.pause.lengths[pause]}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}
