/** The way to the owner's chat: nothing of it is asked for before the press, which opens it in a sandbox of its own. */
import { Icon } from './Icon.tsx'

export function ChatButton() {
  return (
    <button className="bc-tog bc-js" type="button" aria-haspopup="dialog" data-act="chat">
      <Icon name="chat" />
      <span>Chat</span>
    </button>
  )
}
