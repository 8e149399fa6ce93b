/** A progress bar; `text` is its value for screen readers. */
export function ProgressBar({
  label,
  value,
  max,
  text,
}: {
  label: string
  value: number
  max: number
  text: string
}) {
  return (
    <div className="progress">
      <progress aria-label={label} value={value} max={max} />
      <span>{text}</span>
    </div>
  )
}
