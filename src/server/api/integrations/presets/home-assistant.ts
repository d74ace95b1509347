import { definePreset } from '../declare/preset'

export const homeAssistant = definePreset({
  name: 'homeassistant',
  displayName: 'Home Assistant',
  clientName: 'HomeAssistant',
  summary: 'Notifications of Home Assistant, by its rest platform',
  event: '{% if body.message %}notification{% endif %}',
  topic: '{{ body.topic | default: body.title | default: "homeassistant" }}',
  events: {
    notification: {
      content:
        '{% if body.topic and body.title %}{{ body.title | bold }}\n{% endif %}{{ body.message | text }}',
    },
  },
  steps: [
    'Add to `configuration.yaml`: `notify:` with `- name: parley`, `platform: rest`, `method: POST_JSON`, `title_param_name: title`, and as `resource` the URL below.',
    'Restart Home Assistant, and call the action `notify.parley` with a message and a title.',
  ],
})
