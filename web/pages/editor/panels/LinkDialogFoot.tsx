import { Button } from '../../../ui/Button.tsx'

export function LinkDialogFoot({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <footer className="dialog-foot">
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" kind="primary" busy={busy && 'Saving...'}>
        Save
      </Button>
    </footer>
  )
}
