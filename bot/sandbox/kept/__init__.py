"""The shape of a saved world, the way there (`write`) and back (`read`)."""
