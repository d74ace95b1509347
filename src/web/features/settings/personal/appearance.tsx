import { languages, nameOfLanguage } from '../../../parts/setting/languages'
import { useApp } from '../../../context/app'
import { streamViews } from '../../../data/conversations/open-stream'
import { homeViews } from '../../../lib/views'
import * as t from '../../../texts/catalog'
import {
  CheckSetting,
  clockOfLanguage,
  clockSetting,
  NumberSetting,
  SelectSetting,
  SettingGroup,
  userSetting,
} from '../../../parts/setting/setting'
import { colorSchemes } from '../../../data/theme/remembered-theme'

/** Appearance and behavior of the app. */
export function Appearance() {
  return (
    <>
      <SettingGroup title={t.appearance.look}>
        <SelectSetting
          target={userSetting('color_scheme')}
          label={t.yourMenu.theme}
          choices={(['automatic', 'light', 'dark'] as const).map((scheme) => ({
            value: colorSchemes[scheme],
            label: t.yourMenu.themes[scheme],
          }))}
        />
        <NumberSetting
          target={userSetting('web_font_size_px')}
          label={t.appearance.fontSize}
          unit={t.appearance.pixels}
          min={12}
          max={20}
        />
        <Density />
      </SettingGroup>
      <Times />
      <Reading />
      <Writing />
    </>
  )
}

/** Line heights in percent; other values, set by other clients, are shown unchanged. */
const densities = { compact: 122, normal: 140, roomy: 160 } as const

function Density() {
  const now = Number(useApp().store.read('user_settings')['web_line_height_percent'])
  const known = Object.values<number>(densities).includes(now)
  return (
    <SelectSetting
      target={userSetting('web_line_height_percent')}
      label={t.appearance.density}
      choices={[
        ...(['compact', 'normal', 'roomy'] as const).map((one) => ({
          value: densities[one],
          label: t.appearance.densities[one],
        })),
        ...(known ? [] : [{ value: now, label: t.appearance.otherDensity(now) }]),
      ]}
    />
  )
}

function Times() {
  const { store } = useApp()
  const settings = store.read('user_settings')
  const language = String(settings['default_language'])
  const zone = String(settings['timezone'])
  const zones = Intl.supportedValuesOf('timeZone')
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <SettingGroup title={t.appearance.times}>
      <SelectSetting
        target={clockSetting}
        label={t.appearance.clock}
        choices={[
          { value: clockOfLanguage, label: t.appearance.clockOfLanguage },
          { value: false, label: t.appearance.clocks.false },
          { value: true, label: t.appearance.clocks.true },
        ]}
      />
      <SelectSetting
        target={userSetting('timezone')}
        label={t.appearance.zone}
        hint={t.appearance.zoneAbout}
        choices={[
          { value: '', label: t.appearance.zoneOfDevice(device) },
          ...[...new Set(zone === '' ? zones : [...zones, zone])].sort().map((one) => ({
            value: one,
            label: one.replaceAll('_', ' '),
          })),
        ]}
      />
      <SelectSetting
        target={userSetting('default_language')}
        label={t.appearance.language}
        hint={t.appearance.languageAbout}
        choices={[...new Set([...languages, language])].map((tag) => ({
          value: tag,
          label: nameOfLanguage(tag),
        }))}
      />
    </SettingGroup>
  )
}

function Reading() {
  return (
    <SettingGroup title={t.appearance.reading}>
      <SelectSetting
        target={userSetting('web_home_view')}
        label={t.appearance.home}
        choices={homeViews.map(([value, name]) => ({ value, label: t.views[name] }))}
      />
      <SelectSetting
        target={userSetting('web_channel_default_view')}
        label={t.appearance.streamOpens}
        choices={(['topic', 'unread', 'everything', 'topics'] as const).map((view) => ({
          value: streamViews[view],
          label: t.appearance.streamViews[view],
        }))}
      />
      <SelectSetting
        target={userSetting('web_mark_read_on_scroll_policy')}
        label={t.appearance.marksRead}
        choices={([1, 2, 3] as const).map((value) => ({
          value,
          label: t.appearance.marksReadWhere[value],
        }))}
      />
      <CheckSetting
        target={userSetting('display_emoji_reaction_users')}
        label={t.appearance.reactionNames}
      />
      <CheckSetting target={userSetting('show_link_previews')} label={t.appearance.linkPreviews} />
      <CheckSetting
        target={userSetting('web_left_sidebar_show_channel_folders')}
        label={t.appearance.folders}
      />
      <CheckSetting
        target={userSetting('starred_message_counts')}
        label={t.appearance.starredCount}
      />
    </SettingGroup>
  )
}

function Writing() {
  return (
    <SettingGroup title={t.appearance.writing}>
      <CheckSetting target={userSetting('enter_sends')} label={t.appearance.enterSends} />
      <CheckSetting target={userSetting('translate_emoticons')} label={t.appearance.emoticons} />
      <CheckSetting
        target={userSetting('enable_drafts_synchronization')}
        label={t.appearance.drafts}
        hint={t.appearance.draftsAbout}
      />
    </SettingGroup>
  )
}
