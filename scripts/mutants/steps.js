// Which steps of which cases were sent. A step that needs what an answer no longer shows is not.

export function createSteps() {
  const sent = new Set();
  return {
    add: ({ case: { id }, step }) => sent.add(`${id} ${step}`),
    has: ({ case: { id }, step }) => sent.has(`${id} ${step}`),
    /** Whether one of those before this step in its case was sent there and not here. */
    lacksOneOf(others, { case: item, step }) {
      const at = item.steps.findIndex(({ id }) => id === step);
      return item.steps
        .slice(0, Math.max(at, 0))
        .some(
          ({ id }) => others.has({ case: item, step: id }) && !this.has({ case: item, step: id }),
        );
    },
  };
}
