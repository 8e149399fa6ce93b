import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { imageProps } from '../../card/parts/srcset.ts'
import type { ImageKind } from '../../schema/images/image.ts'
import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'

/** An image field: shows the current image; a new one comes from the file picker or by drag and drop. */
export function ImageSlot(props: SlotProps) {
  const { kind, label, title = label, hint, picture, standIn, unavailable, children } = props
  const id = useId()
  const drop = useDrop((files) => (unavailable ? undefined : props.onDrop(files)))
  return (
    <section
      className="slot"
      data-kind={kind}
      data-over={drop.over}
      aria-labelledby={id}
      {...drop.handlers}
    >
      <SlotPicture key={picture} kind={kind} picture={picture} standIn={standIn} />
      <div className="slot-text">
        <h2 id={id}>{title}</h2>
        <p className="field-hint" id={`${id}-hint`}>
          {unavailable ?? hint}
        </p>
      </div>
      <SlotButtons {...props} hintId={`${id}-hint`} />
      {children && <div className="slot-note">{children}</div>}
    </section>
  )
}

type SlotProps = {
  kind: ImageKind
  label: string
  /** The label as it is shown, if it is more than a text. */
  title?: ReactNode
  /** Recommended size and maximum file size; always visible. */
  hint: string
  picture?: string | null
  /** A default image of the app, shown when there is none. */
  standIn?: string
  /** Button text, such as `Upload`. */
  action: string
  /** Why no image can be added now. */
  unavailable?: string
  onOpen: () => void
  onDrop: (files: File[]) => void
  onRemove?: () => void
  /** Further buttons. */
  more?: ReactNode
  /** Progress or an error. */
  children?: ReactNode
}

function SlotPicture({ kind, picture, standIn }: Pick<SlotProps, 'kind' | 'picture' | 'standIn'>) {
  const [broken, setBroken] = useState(false)
  const own = imageProps(picture ?? null, kind, { width: 250, sizes: '160px' })
  const shown = own ?? (standIn ? { src: standIn } : undefined)
  return (
    <div className="slot-picture">
      {shown && !broken ? (
        <img {...shown} alt="" draggable={false} onError={() => setBroken(true)} />
      ) : (
        <Icon name="image" />
      )}
    </div>
  )
}

function SlotButtons({
  label,
  picture,
  action,
  unavailable,
  onOpen,
  onRemove,
  more,
  hintId,
}: SlotProps & { hintId: string }) {
  const open = useRef<HTMLButtonElement>(null)
  return (
    <div className="actions" data-align="end">
      <Button
        ref={open}
        size="small"
        aria-label={`${action} ${label}`}
        aria-describedby={hintId}
        aria-disabled={unavailable ? true : undefined}
        onClick={() => !unavailable && onOpen()}
      >
        <Icon name="upload" size={16} />
        {action}
      </Button>
      {picture && onRemove && (
        <Button
          kind="danger-text"
          size="small"
          aria-label={t('Remove {label}', { label })}
          onClick={() => {
            // The Remove button disappears with the image.
            open.current?.focus()
            onRemove()
          }}
        >
          {t('Remove')}
        </Button>
      )}
      {more}
    </div>
  )
}

/** Handles files dropped on an element. */
function useDrop(onDrop: (files: File[]) => void) {
  const [over, setOver] = useState<true>()
  const isFile = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(undefined)
    },
    onDrop: (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setOver(undefined)
      onDrop([...event.dataTransfer.files])
    },
  }
  return { over, handlers }
}
