import { video } from '../../../../card/links.ts'
import { Note } from '../../../ui/Notes.tsx'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from './PanelSection.tsx'

/** How the card will show the video, or why it will not. */
export function VideoCheck({ draft }: PanelProps) {
  const typed = draft.videoUrl?.trim() ?? ''
  return (
    <PanelSection title="Video" text="Nothing of a video is loaded before a visitor presses play.">
      {typed === '' ? (
        <p className="field-hint">
          Add a YouTube, Vimeo, or direct video link to showcase on your card
        </p>
      ) : (
        <Finding typed={typed} />
      )}
    </PanelSection>
  )
}

function Finding({ typed }: { typed: string }) {
  const found = video(typed)
  if (!found)
    return (
      <Note kind="warn" title="This video will not be shown">
        It takes a link that begins with https:// and leads to YouTube, Vimeo, or a video file.
      </Note>
    )
  if (found.kind === 'file' && !/\.(mp4|m4v|webm|mov|ogv)$/i.test(new URL(found.href).pathname))
    return (
      <Note kind="warn" title="This may not play">
        The link leads neither to YouTube nor to Vimeo, so it has to be the video file itself, such
        as one that ends in .mp4. A page with a video on it does not play.
      </Note>
    )
  return <Note kind="ok">{shownAs[found.kind]}</Note>
}

const shownAs = {
  youtube: 'Shown in the YouTube player, in its mode without cookies.',
  vimeo: 'Shown in the Vimeo player, which is asked not to track.',
  file: 'Shown in the browser’s own player, straight from the file.',
}
