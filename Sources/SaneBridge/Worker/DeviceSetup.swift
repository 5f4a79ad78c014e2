import SaneBridge
import Scanning
import WorkerProtocol

/// Opens a device and gives it the settings of a request.
struct DeviceSetup {
    var link: ServerLink
    var interruption: Interruption

    /// Sets what the plan says, one option after the other; answers what the device made of it.
    func settings(for opening: Opening, on device: borrowing SaneDevice) throws(ScanError) -> ScanSettings {
        var plan = OptionPlan(for: opening.request, type: opening.deviceType, device: opening.device)
        link.send(.calling(.option))
        var options = try device.options()
        while true {
            if interruption.isLeaving { throw .canceled }
            switch try plan.next(options, current: { value(of: $0, on: device) }) {
            case .done(let settings):
                return settings
            case .set(let option, let value):
                link.send(.calling(.option))
                do throws(ScanError) {
                    let outcome = try device.set(value, to: option)
                    plan.took(outcome)
                    if outcome.reloadsOptions { options = try device.options() }
                } catch {
                    try plan.refused(error)
                }
            }
        }
    }

    /// What is known of the dots of a page. A device that does not tell is measured by the millimetres that it scans.
    func resolution(_ settings: ScanSettings, of device: borrowing SaneDevice) -> HeaderResolution {
        var resolution = HeaderResolution(told: settings.resolution, down: settings.lineResolution)
        guard settings.resolution == nil, let options = try? device.options() else { return resolution }
        resolution.width = extent(["tl-x", "br-x", "page-width"], options, device)
        resolution.height = extent(["tl-y", "br-y", "page-height"], options, device)
        return resolution
    }

    /// Millimetres from the first to the second, else to the third; nil when there are none, or pixels are counted.
    private func extent(_ names: [String], _ options: [DeviceOption], _ device: borrowing SaneDevice) -> Double? {
        let places = names.map { name -> Double? in
            guard let option = options.first(where: { $0.plainName == name }), option.unit == .millimetre,
                case .number(let place) = value(of: option, on: device)
            else { return nil }
            return place
        }
        return (places[1] ?? places[2]).map { $0 - (places[0] ?? 0) }
    }

    /// An option that the device refuses to read has no value that anybody could plan with.
    private func value(of option: DeviceOption, on device: borrowing SaneDevice) -> OptionValue? {
        (try? device.value(of: option)) ?? nil
    }
}
