/** Sticky Save Contact bar, shown while no other Save Contact button is in view and the exchange form is folded. */

const [actions, dock] = document.querySelectorAll<HTMLElement>('.bc-act,.bc-dock')
const form = document.querySelector<HTMLDetailsElement>('.bc-ex')
const visible = new Set<Element>()

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    isIntersecting ? visible.add(target) : visible.delete(target)
  updateDock()
})

if (actions && dock) observer.observe(actions)
// The bar would cover the answer below the form.
form?.addEventListener('toggle', updateDock)

/** Hides the bar while this element, which has a Save Contact button, is in view. */
export function hideDockWhileVisible(element: Element): void {
  observer.observe(element)
}

function updateDock() {
  if (dock) dock.hidden = visible.size > 0 || !!form?.open
}
