/* Starting, watching and ending worker processes. */
#pragma once
