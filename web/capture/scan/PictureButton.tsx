import { type ReactNode, useRef } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'

/** Takes or chooses a picture: phones offer both. */
export function PictureButton({
  icon,
  busy,
  onPicture,
  children,
}: {
  icon: IconName
  busy: boolean
  onPicture: (file: File) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onPicture(file)
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <Button busy={busy && t('Reading...')} onClick={() => input.current?.click()}>
        <Icon name={icon} size={18} />
        {children}
      </Button>
    </>
  )
}
