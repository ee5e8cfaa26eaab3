"""A broken game whose module starts a thread when it is imported."""

import threading

from tests.conformance.corpus import Lot, broken

threading.Thread(target=threading.Event().wait, daemon=True).start()


@broken("import", "a thread is started when it is imported")
class StartsAThread(Lot):
    pass
