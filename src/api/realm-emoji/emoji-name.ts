import { text } from '../../http/params'

export const emojiName = text({
  strip: true,
  maxLength: 100,
  description: 'Its name, without colons',
})
